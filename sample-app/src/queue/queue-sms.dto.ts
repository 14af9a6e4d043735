import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import type {
  SmsQueueAdded,
  SmsQueueOutcome,
  SmsQueuePriority,
  SmsQueueStatus,
} from 'nestjs-sms-gateway/queue';
import { SendSmsDto } from '../send-sms.dto.js';

const DAY = 86_400_000;
const STATUSES = ['waiting', 'delayed', 'sending', 'accepted', 'not-sent', 'unknown'];

/** The body of a request that queues a message. */
export class QueueSmsDto extends SendSmsDto {
  @ApiPropertyOptional({
    description: 'Your name for this message. A second message with the same key is not queued.',
    example: 'order-4711-shipped',
  })
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  key?: string;

  @ApiPropertyOptional({ description: 'Milliseconds to wait before it is sent.', example: 0 })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(30 * DAY)
  delay?: number;

  @ApiPropertyOptional({ enum: ['high', 'normal', 'bulk'], default: 'normal' })
  @IsOptional()
  @IsIn(['high', 'normal', 'bulk'])
  priority?: SmsQueuePriority;
}

/** `SmsQueueAdded` as Swagger shows it. */
export class QueuedSmsDto implements SmsQueueAdded {
  @ApiProperty({ description: 'The id of the message in the queue.' })
  id!: string;

  @ApiProperty({ description: 'Whether it was queued before, with the same key.' })
  duplicate!: boolean;
}

/** Where a message is, and what happened to it. */
export class SmsStateDto {
  @ApiProperty()
  id!: string;

  @ApiProperty({ enum: STATUSES })
  status!: SmsQueueStatus;

  @ApiPropertyOptional({ description: 'What happened to it, once that is known.', type: Object })
  outcome?: SmsQueueOutcome;
}
