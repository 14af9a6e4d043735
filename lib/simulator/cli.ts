#!/usr/bin/env node
import { runCli } from './cli/run-cli.js';

async function main(): Promise<void> {
  // Not process.exit: the process must end by itself, otherwise something was left open.
  process.exitCode = await runCli(process);
}

void main();
