import { type FastifyInstance } from 'fastify'
import { TokenBucket } from '../../token-bucket.ts'
import { cspReportPath } from './security-headers.ts'

const maxReportBytes = 16_384
/** The rate at which reports are logged, because anyone may send them. */
const logRate = { capacity: 20, perSecond: 0.2 }
const maxLoggedChars = 300

/** Logs violations of the content policy that browsers report. The reply says nothing, whatever was sent. */
export function addCspReports(app: FastifyInstance): void {
  const budget = new TokenBucket(logRate.capacity, logRate.perSecond)
  void app.register((scope, _, done) => {
    const types = ['application/csp-report', 'application/reports+json']
    scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit: maxReportBytes }, (_request, text, parsed) =>
      parsed(null, text),
    )
    scope.post(cspReportPath, { schema: { hide: true }, bodyLimit: maxReportBytes }, (request, reply) => {
      if (typeof request.body === 'string' && budget.tryTake()) {
        request.log.warn({ report: summarise(request.body) }, 'content policy violated')
      }
      return reply.code(204).send()
    })
    done()
  })
}

/** Returns what was blocked and where, without query strings, which may hold what a user typed. */
function summarise(text: string): object {
  try {
    const report: unknown = JSON.parse(text)
    // What browsers send, which nothing guarantees.
    const body = (report as { 'csp-report'?: Record<string, unknown> })['csp-report'] ?? {}
    const pick = (name: string) => {
      const value = body[name]
      return typeof value === 'string' ? value.split(/[?#]/, 1)[0]?.slice(0, maxLoggedChars) : undefined
    }
    return { document: pick('document-uri'), directive: pick('violated-directive'), blocked: pick('blocked-uri') }
  } catch {
    return { malformed: true }
  }
}
