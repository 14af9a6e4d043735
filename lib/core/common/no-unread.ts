/**
 * Takes what is left of options once they are taken apart. It does not compile unless that is nothing, so nobody can add
 * an option that nothing reads.
 */
export function noUnread(_left: Readonly<Record<string, never>>): void {
  // What it checks are types.
}
