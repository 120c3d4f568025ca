export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly headers?: Readonly<Record<string, string>>
  /** A calendar file that mail clients offer to add to the calendar. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly name: string; readonly content: string }
}

/** A mail in the sandbox mailbox, stored because there is no mail server. */
export type MailboxEntry = Mail & { readonly id: string; readonly at: string }

/** Sends one mail. Throws on failure, so that the job is retried. */
export type MailGateway = {
  send(mail: Mail): Promise<void>
  /** Lists up to `limit` mails to an address, newest first. Only where mail is stored instead of sent. */
  listMailbox?(to: string, limit: number): Promise<MailboxEntry[]>
  close?(): Promise<void>
}
