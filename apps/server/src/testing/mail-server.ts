import { type AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as it arrived, to the first of its recipients. */
export type ReceivedMail = {
  readonly to: string
  readonly recipients: readonly string[]
  readonly subject: string
  readonly text: string
  readonly raw: Buffer
}

/** A mail server on this machine, for tests that send by SMTP and parse what arrives. */
export type MailServer = {
  readonly url: string
  /** The environment of a server that sends by it. */
  readonly env: { readonly SMTP_URL: string; readonly MAIL_FROM: string }
  /** All mails, in the order in which they arrived. */
  readonly received: ReceivedMail[]
  /** Those to an address. */
  mailsTo(email: string): ReceivedMail[]
  /** While true, every mail is refused. */
  refusing: boolean
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const receive = async (recipients: readonly string[], raw: Buffer, done: () => void) => {
    const { subject = '', text = '' } = await PostalMime.parse(raw)
    received.push({ to: recipients[0] ?? '', recipients, subject, text, raw })
    done()
  }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (_, __, done) => done(server.refusing ? new Error('no such mailbox today') : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        void receive(recipients, Buffer.concat(chunks), done)
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  // It listens on a network port.
  const { port } = smtp.server.address() as AddressInfo
  const url = `smtp://127.0.0.1:${port}`
  const server: MailServer = {
    url,
    env: { SMTP_URL: url, MAIL_FROM: 'Veranda <hello@veranda.test>' },
    received,
    mailsTo: (email) => received.filter(({ to }) => to === email),
    refusing: false,
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
  return server
}

/** Returns the token of the link to a page in a mail; empty when there is none. */
export function tokenIn(mail: ReceivedMail | undefined, page: string): string {
  return new RegExp(String.raw`/${page}#([\w-]{43})\s*$`, 'm').exec(mail?.text ?? '')?.[1] ?? ''
}
