import { applyDecorators } from '@nestjs/common';
import {
  ApiBadGatewayResponse,
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiOperation,
  ApiServiceUnavailableResponse,
  ApiUnprocessableEntityResponse,
} from '@nestjs/swagger';
import { SmsReceiptDto } from './sms-receipt.dto.js';

/** What Swagger says of a send: its answers are those of `SmsExceptionFilter`. */
export function DescribeSend(): MethodDecorator {
  return applyDecorators(
    ApiOperation({ summary: 'Sends a text to one or more numbers' }),
    ApiCreatedResponse({ type: SmsReceiptDto, description: 'The gateway accepted the message.' }),
    ApiBadRequestResponse({
      description: 'The body or the message is invalid. `message` or `issues` says why.',
    }),
    ApiUnprocessableEntityResponse({
      description: 'The gateway rejected the message. It was not sent.',
    }),
    ApiServiceUnavailableResponse({ description: 'The message was not sent. Retry later.' }),
    ApiBadGatewayResponse({
      description: 'The message may have been sent. Do not retry without checking.',
    }),
  );
}
