const LENGTH = 15;
const BASE = 36;

/**
 * The id of a message at the gateway, one for each of its numbers: 15 letters and digits, as those of real gateways.
 * The same number of the same message always has the same one, so that a client can recognise a report that it
 * already has.
 *
 * @param id that of the message in the inbox, 16 digits
 * @param index which of its numbers
 */
export function messageIdOf(id: string, index: number): string {
  const start = Number(id).toString(BASE).toUpperCase();
  return (
    start +
    (index + 1)
      .toString(BASE)
      .toUpperCase()
      .padStart(LENGTH - start.length, '0')
  );
}
