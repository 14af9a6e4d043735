#!/usr/bin/env node
import { runCli } from './cli/run-cli.js';

// Not process.exit: the process must end by itself, otherwise something was left open.
void runCli(process).then((code) => (process.exitCode = code));
