/** Closes something that a test has opened. */
type CleanUp = () => unknown;

const open: CleanUp[] = [];

/** Closes something after the test. What was opened last is closed first. */
export function afterThisTest(cleanUp: CleanUp): void {
  open.push(cleanUp);
}

afterEach(async () => {
  for (const cleanUp of open.splice(0).toReversed()) await cleanUp();
});
