import { createTransport } from 'nodemailer'
import { type MailGateway } from './mail-gateway.ts'

/** Makes a mailer that sends by SMTP over a small connection pool. Throws unless the server accepts the mail. */
export function makeSmtpMailer(url: string, from: string): MailGateway {
  const parsed = new URL(url)
  const secure = parsed.protocol === 'smtps:'
  const transport = createTransport({
    host: parsed.hostname,
    port: Number(parsed.port) || (secure ? 465 : 587),
    secure,
    ...(parsed.username
      ? { auth: { user: decodeURIComponent(parsed.username), pass: decodeURIComponent(parsed.password) } }
      : {}),
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ calendar, subject, ...mail }) {
      const icalEvent = calendar && { method: calendar.method, filename: calendar.name, content: calendar.content }
      await transport.sendMail({ from, subject: encodeSubject(subject), ...mail, ...(icalEvent && { icalEvent }) })
    },
    async close() {
      transport.close()
    },
  }
}

/** The longest text of an encoded word, in octets; with its frame it has at most 75 characters (RFC 2047). */
const maxEncodedWordBytes = 45

/**
 * Encodes a subject in which something looks like an encoded word. The library would send it as it is, and the reader
 * would see what it decodes to instead of what was written.
 */
function encodeSubject(subject: string): string {
  if (!subject.includes('=?')) return subject
  const words: string[] = ['']
  for (const character of subject.replace(/[\r\n]+/g, ' ').toWellFormed()) {
    const word = `${words.at(-1) ?? ''}${character}`
    if (Buffer.byteLength(word) > maxEncodedWordBytes) words.push(character)
    else words.splice(-1, 1, word)
  }
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ')
}
