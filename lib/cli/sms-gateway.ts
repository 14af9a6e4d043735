#!/usr/bin/env node
import { Logger } from '@nestjs/common';
import { allowClosedPipes } from '../simulator/cli/closed-pipe.js';
import { runCommand } from './run-command.js';

// What the account would log is in the output of the command.
Logger.overrideLogger(false);
allowClosedPipes(process.stdout, process.stderr);

// Not process.exit: the process must end by itself, otherwise something was left open.
void runCommand(process).then((code) => (process.exitCode = code));
