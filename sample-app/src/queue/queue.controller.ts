import { Body, Controller, Get, HttpCode, NotFoundException, Param, Post } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBadGatewayResponse,
  ApiBadRequestResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiServiceUnavailableResponse,
  ApiTags,
} from '@nestjs/swagger';
import { SmsQueue, type SmsQueueAdded } from 'nestjs-sms-gateway/queue';
import { QueuedSmsDto, QueueSmsDto, SmsStateDto } from './queue-sms.dto.js';

const STORE_IS_DOWN = 'The store of the queue does not answer. Retry with the same key.';

@ApiTags('queue')
@Controller('sms/queue')
export class QueueController {
  constructor(private readonly queue: SmsQueue) {}

  @Post()
  @HttpCode(202)
  @ApiOperation({ summary: 'Queues a text, which a worker sends' })
  @ApiAcceptedResponse({ type: QueuedSmsDto, description: 'The message is in the queue.' })
  @ApiBadRequestResponse({ description: 'The body, the message or the key is invalid.' })
  @ApiServiceUnavailableResponse({ description: `The message was not queued. ${STORE_IS_DOWN}` })
  @ApiBadGatewayResponse({ description: `The message may be in the queue. ${STORE_IS_DOWN}` })
  add(@Body() { key, delay, priority, ...message }: QueueSmsDto): Promise<SmsQueueAdded> {
    return this.queue.add(message, { key, delay, priority });
  }

  @Get(':id')
  @ApiOperation({ summary: 'Where a queued message is, and what happened to it' })
  @ApiOkResponse({ type: SmsStateDto })
  @ApiNotFoundResponse({ description: 'No such message is in the queue.' })
  async state(@Param('id') id: string): Promise<SmsStateDto> {
    const status = await this.queue.status(id);
    if (status === undefined) {
      throw new NotFoundException(
        'No such message is in the queue. It was never queued, was cancelled, or was sent so long ago that its outcome is no longer kept.',
      );
    }
    const outcome = await this.queue.outcome(id);
    return { id, status: outcome?.status ?? status, ...(outcome && { outcome }) };
  }
}
