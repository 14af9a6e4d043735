// The paths that are appended to a base address. Documentation often shows an address with one.
const ENDPOINT = /\/(?:me|SMSApi\/send)\/*$/i;

/**
 * What is wrong with a base address, and what to give instead; undefined where it can be used. Never
 * shows the address, which may hold a password.
 */
export function baseUrlProblem(baseUrl: string, allowInsecure: boolean): string | undefined {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(baseUrl.trim())) {
    return "is not an absolute http(s) address. Give one such as 'https://sms.example.com'";
  }
  if (url.username || url.password) {
    return 'contains credentials, which would show in logs. Give them as auth';
  }
  if (url.search || url.hash || baseUrl.includes('?') || baseUrl.includes('#')) {
    return 'has a query or a fragment. Give the address without it; /me/ and /SMSApi/send are appended to it';
  }
  if (ENDPOINT.test(url.pathname)) {
    return 'ends in the path of an endpoint. Give the address without it; /me/ and /SMSApi/send are appended to it';
  }
  if (url.protocol === 'http:' && !allowInsecure && !isLoopback(url.hostname)) {
    return 'is http to another machine, where others could read the credentials on the way. Give an https address, or set allowInsecure: true';
  }
  return undefined;
}

/** A base address as paths are appended to it: without a final slash. */
export function normalBaseUrl(baseUrl: string): string {
  const url = new URL(baseUrl);
  return url.origin + url.pathname.replace(/\/+$/, '');
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}
