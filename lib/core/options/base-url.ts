// The paths that the package appends. Documentation often shows an address that includes one.
const ENDPOINT = /\/(?:me|SMSApi\/send)\/*$/i;
const LOOPBACK = /^(?:(?:.+\.)?localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/;

/**
 * Why a base address cannot be used, and what to provide instead; undefined if it can. Never shows
 * the address, which may contain a password. The sentences are in its type, because commands have their own for each.
 */
export function baseUrlProblem(baseUrl: string, allowInsecure: boolean) {
  if (!/^https?:\/\//i.test(baseUrl.trim()) || !URL.canParse(baseUrl)) {
    return "is not an absolute http(s) address. Provide one like 'https://sms.example.com'";
  }
  const { username, password, pathname, protocol, hostname } = new URL(baseUrl);
  if (username || password) {
    return 'contains credentials, which would show in logs. Pass them as auth';
  }
  if (/[?#]/.test(baseUrl)) {
    return 'has a query or a fragment. Use the address without it; /me/ and /SMSApi/send are appended to it';
  }
  if (ENDPOINT.test(pathname)) {
    return 'ends in the path of an endpoint. Use the address without it; /me/ and /SMSApi/send are appended to it';
  }
  if (protocol === 'http:' && !allowInsecure && !LOOPBACK.test(hostname)) {
    return 'is http to another machine, where others could read the credentials on the way. Use an https address, or set allowInsecure: true';
  }
  return undefined;
}

/** A base address without a final slash, so that a path can be appended. */
export function normalBaseUrl(baseUrl: string): string {
  const url = new URL(baseUrl);
  return url.origin + url.pathname.replace(/\/+$/, '');
}
