export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly headers?: Readonly<Record<string, string>>
  /** A calendar file that mail programs offer to put into one's calendar. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly name: string; readonly content: string }
}

/** Sends one mail, or throws so that the job that sends it is tried again. */
export type MailGateway = { send(mail: Mail): Promise<void>; close?(): Promise<void> }
