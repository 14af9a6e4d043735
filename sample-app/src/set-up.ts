import { type INestApplication, ValidationPipe } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { ownPagesOnly } from './pages/own-pages-only.js';

/** Sets up what is not part of a module: the check of origins, validation, Swagger at `/docs` and shutdown hooks. */
export function setUp(app: INestApplication): void {
  app.use(ownPagesOnly);
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
