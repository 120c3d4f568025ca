export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly headers?: Readonly<Record<string, string>>
  /** A calendar file that mail programs offer to put into one's calendar. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly name: string; readonly content: string }
}

/** A mail that went nowhere, because there is no mail server: it lies here to be read. */
export type KeptMail = Mail & { readonly id: string; readonly at: string }

/** Sends one mail, or throws so that the job that sends it is tried again. */
export type MailGateway = {
  send(mail: Mail): Promise<void>
  /** The newest mails to an address first, at most `most`; only where mail is kept instead of sent. */
  kept?(to: string, most: number): Promise<KeptMail[]>
  close?(): Promise<void>
}
