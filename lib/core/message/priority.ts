/** The order in which sends get their turn: high priority first. */
export type Priority = 'normal' | 'high';
