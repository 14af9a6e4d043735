/** In which order sends get their turn: those of high priority first. */
export type Priority = 'normal' | 'high';
