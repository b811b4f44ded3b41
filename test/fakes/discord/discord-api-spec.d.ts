/** The schemas of the package that are used; it has no declarations of its own for them. */
declare module 'discord-api-spec/zod' {
  type Schema = import('zod').core.$ZodType

  export const MessageCreateRequestSchema: Schema
  export const MessageEditRequestPartialSchema: Schema
  export const CreateTextThreadWithMessageRequestSchema: Schema
  export const CreatePrivateChannelRequestSchema: Schema
  export const IncomingWebhookRequestPartialSchema: Schema
  export const IncomingWebhookUpdateRequestPartialSchema: Schema
  export const ApplicationCommandUpdateRequestSchema: Schema
}
