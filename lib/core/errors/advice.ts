/**
 * What errors say about options to check. Errors name options only in these sentences, so that a command, which has
 * flags instead, can replace each of them.
 */
export const ADVICE = {
  credentials: 'Nothing was sent. Check auth.userId and auth.password.',
  address: 'Nothing was sent. Check that baseUrl is the base address of the gateway.',
  gateway: 'Nothing was sent. Check baseUrl and that the gateway is up.',
  certificate: 'Nothing was sent. Check baseUrl.',
  redirect: 'Use the address it points to as baseUrl.',
  notFound: 'HTTP 404 can mean that baseUrl is not the base address of the gateway: check it.',
} as const;
