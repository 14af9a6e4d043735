/** What went wrong in the simulator, as a word that programs can compare. */
export type GatewaySimulatorErrorCode =
  'options' | 'file' | 'listen' | 'timeout' | 'no-code' | 'closed';

/**
 * Every error that the simulator throws at the program that uses it. Its text says what to do next;
 * numbers in it are masked, and it holds no password, key, token or text of a message.
 */
export class GatewaySimulatorError extends Error {
  override readonly name = 'GatewaySimulatorError';

  /** @internal */
  constructor(
    /**
     * `options`: an option is wrong; `file`: the inbox's file can't be had; `listen`: the address
     * can't be had; `timeout`: nothing that matches came; `no-code`: a message came and held no one-time password; `closed`: the
     * simulator was closed meanwhile.
     */
    readonly code: GatewaySimulatorErrorCode,
    message: string,
  ) {
    super(message);
  }
}
