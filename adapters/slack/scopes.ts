/** What the app must be allowed to do, and what would not work without it. `manifest.yml` asks for exactly these. */
export const BOT_SCOPES = {
  'app_mentions:read': 'hearing its name',
  'channels:history': 'follow-up questions in public channels',
  'channels:read': 'telling public channels from private ones',
  'chat:write': 'answering',
  commands: '/repobrain and the shortcut on messages',
  'files:write': 'pictures of the path',
  'groups:history': 'follow-up questions in private channels',
  'groups:read': 'telling private channels from public ones',
  'im:history': 'questions in direct messages',
  'im:write': 'writing to a person alone',
  'mpim:history': 'follow-up questions in group messages',
  'users:read': "people's names, and who is an admin",
} as const satisfies Readonly<Record<string, string>>
