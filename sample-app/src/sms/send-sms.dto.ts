import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';

/** What a caller posts. The shape is checked here; numbers are checked by the package. */
export class SendSmsDto {
  @ApiProperty({
    description: 'One mobile number or several, with country prefix.',
    oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    example: '+91 98765 43210',
  })
  @IsString({ each: true })
  @IsNotEmpty()
  to!: string | string[];

  @ApiProperty({ description: 'The text, as it shall arrive.', example: 'Your code is 482913' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(2000)
  text!: string;

  @ApiPropertyOptional({ description: 'The sender identifier.', example: 'SAMPLE' })
  @IsOptional()
  @IsString()
  senderId?: string;
}
