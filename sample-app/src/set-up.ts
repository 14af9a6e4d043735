import { type INestApplication, ValidationPipe } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';

/** What the app has beside its modules: checked bodies, a description at `/docs`, a clean end. */
export function setUp(app: INestApplication): void {
  app.useGlobalPipes(
    new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }),
  );
  const description = new DocumentBuilder()
    .setTitle('nestjs-sms-gateway sample')
    .setDescription('Sends text messages through SmsService.')
    .build();
  SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, description));
  app.enableShutdownHooks();
}
