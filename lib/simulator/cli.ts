#!/usr/bin/env node
import { runCli } from './cli/run-cli.js';

async function main(): Promise<void> {
  // The exit code, and not process.exit: the process ends by itself, or something was left open.
  process.exitCode = await runCli(process);
}

void main();
