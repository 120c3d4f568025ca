import { workConsentAnswers, workConsentStates } from '@veranda/core/talent/consents/work-consent.ts'
import * as z from 'zod/mini'
import { id, userSummary } from '../../shared-schemas.ts'

export const askConsentBody = z.strictObject({ projectId: id })
export type AskConsentBody = z.infer<typeof askConsentBody>

/** A creator's question whether a work from the client's project may be shown, as the client sees it. */
export const workConsent = z.object({
  id,
  creator: userSummary,
  projectId: id,
  project: z.string(),
  title: z.string(),
  image: z.string(),
  state: z.enum(workConsentStates),
  version: z.int(),
  /** The steps that the client may take now. */
  actions: z.array(z.enum(workConsentAnswers)),
})
export type WorkConsent = z.infer<typeof workConsent>

export const workConsentList = z.object({ items: z.array(workConsent) })
export type WorkConsentList = z.infer<typeof workConsentList>

export const answerConsentBody = z.strictObject({ answer: z.enum(workConsentAnswers), expected: z.int() })
export type AnswerConsentBody = z.infer<typeof answerConsentBody>
