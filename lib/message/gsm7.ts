/**
 * The GSM 7-bit default alphabet (3GPP TS 23.038, section 6.2.1) in the order of its codes, without
 * the escape at 0x1B, which is not a character.
 */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ' +
  ' !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§' +
  '¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** Its extension table (section 6.2.1.1): each character is sent as an escape and a second septet. */
const EXTENSION = '\f^{}\\[~]|€';

/** The highest UTF-16 unit in either table is the euro sign's. */
const HIGHEST = 0x20ac;

/**
 * How many septets a character takes, by its UTF-16 unit: 1, 2, or 0 if it is not in GSM-7. Nothing
 * beyond the end of the table is in GSM-7.
 */
export const GSM7_WIDTH: Uint8Array = /* @__PURE__ */ widths();

function widths(): Uint8Array {
  const table = new Uint8Array(HIGHEST + 1);
  for (const character of BASIC) table[character.charCodeAt(0)] = 1;
  for (const character of EXTENSION) table[character.charCodeAt(0)] = 2;
  return table;
}
