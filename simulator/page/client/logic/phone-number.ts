// The calling codes of one and two digits. All others have three.
const CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

// How people write the rest, where even groups would look odd. 999 is the code of magic recipients.
const GROUPS: Readonly<Record<string, readonly number[]>> = {
  '7': [3, 3, 2, 2],
  '33': [1, 2, 2, 2, 2],
  '44': [4, 6],
  '91': [5, 5],
  '999': [5, 3],
};

/** A number as people read it: `+91 98765 43210`. Anything else stays as it is. */
export function groupNumber(number: string): string {
  if (!/^[1-9]\d{7,14}$/.test(number)) return number;
  const [code = ''] = CODE.exec(number) ?? [];
  let localDigits = number.slice(code.length);
  const usual = GROUPS[code];
  const fits = usual?.reduce((sum, size) => sum + size, 0) === localDigits.length;
  const groups = [`+${code}`];
  for (const size of usual !== undefined && fits ? usual : evenGroups(localDigits.length)) {
    groups.push(localDigits.slice(0, size));
    localDigits = localDigits.slice(size);
  }
  return groups.join(' ');
}

/** Groups of at most four digits, the longer ones last. */
function evenGroups(length: number): number[] {
  const count = Math.ceil(length / 4);
  return Array.from({ length: count }, (_group, index) => Math.floor((length + index) / count));
}
