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
    async send({ calendar, ...mail }) {
      const icalEvent = calendar && { method: calendar.method, filename: calendar.name, content: calendar.content }
      await transport.sendMail({ from, ...mail, ...(icalEvent && { icalEvent }) })
    },
    async close() {
      transport.close()
    },
  }
}
