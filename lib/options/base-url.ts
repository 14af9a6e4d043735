/**
 * What is wrong with a base address, and what to give; undefined where it can be used. Never shows
 * the address, which may hold a password.
 */
export function baseUrlProblem(baseUrl: string, allowInsecure: boolean): string | undefined {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(baseUrl.trim())) {
    return "is no absolute http(s) address. Give one such as 'https://sms.example.com'";
  }
  if (url.username || url.password) {
    return 'holds credentials, which would show in logs. Give them as auth';
  }
  if (url.search || url.hash || baseUrl.includes('?') || baseUrl.includes('#')) {
    return 'holds a query or a fragment. Give the address alone; /me/ and /SMSApi/send are put behind it';
  }
  if (url.protocol === 'http:' && !allowInsecure && !isLoopback(url.hostname)) {
    return 'is http to another machine, so that anybody on the way reads the credentials. Give an https address, or set allowInsecure: true';
  }
  return undefined;
}

/** A base address as the paths are put behind it: without a final slash. */
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
