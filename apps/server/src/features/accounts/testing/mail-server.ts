import { type AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { readonly to: string; readonly subject: string; readonly text: string }

/** A mail server on this machine, for tests that send by SMTP and parse what arrives. */
export type MailServer = {
  readonly url: string
  /** All mails to an address, in the order in which they arrived. */
  mailsTo(email: string): ReceivedMail[]
  /** While true, every mail is refused. */
  refusing: boolean
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const receive = async (to: string, raw: Buffer, done: () => void) => {
    const { subject = '', text = '' } = await PostalMime.parse(raw)
    received.push({ to, subject, text })
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
        const to = session.envelope.rcptTo[0]?.address ?? ''
        void receive(to, Buffer.concat(chunks), done)
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  // It listens on a network port.
  const { port } = smtp.server.address() as AddressInfo
  const server: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
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
