/**
 * What is left of options once they are taken apart: `void (unread satisfies NoUnread)` does not compile unless that is
 * nothing, so nobody can add an option that nothing reads.
 */
export type NoUnread = Readonly<Record<string, never>>;
