/** What went wrong in the simulator, as a word that programs can compare. */
export type GatewaySimulatorErrorCode =
  'options' | 'file' | 'listen' | 'timeout' | 'no-code' | 'closed';

/**
 * Every error that the simulator throws to its user. The message says what to do next. Numbers in it
 * are masked, and it never contains a password, key, token or message text.
 */
export class GatewaySimulatorError extends Error {
  override readonly name = 'GatewaySimulatorError';

  /** @internal */
  constructor(
    /**
     * `options`: an option is invalid. `file`: the inbox file cannot be used. `listen`: the address
     * cannot be used. `timeout`: no matching message came. `no-code`: a message came without a
     * one-time password. `closed`: the simulator was closed in the meantime.
     */
    readonly code: GatewaySimulatorErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** Says why the inbox file cannot be used, and what to do. */
export function fileError(path: string, why: string): GatewaySimulatorError {
  return new GatewaySimulatorError('file', `The file ${path} ${why}`);
}
