export { defineTemplate, type SmsTemplate } from './define-template.js';
export { type ReadTemplates, readTemplates, type ReadTemplatesOptions } from './read-templates.js';
export type {
  SmsRegisteredTemplate,
  SmsTemplateDefinition,
  SmsTemplateKind,
  SmsTemplateLengths,
  SmsTemplateRules,
} from '../../core/sms-gateway.options.js';
