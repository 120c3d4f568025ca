import { answerReview, readReviews } from '@veranda/contract/reviews/routes.ts'
import { reviewLimits } from '@veranda/core/reviews/review.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { type FormEvent, useState } from 'react'
import { useCommand } from '../../lib/api/use-command.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { ProblemBanner } from '../../components/page/problem-banner.tsx'

/** Renders the form for the one public answer to a review. */
export function ReviewAnswerForm({ reviewId }: { reviewId: string }) {
  const t = useTranslations('reviews')
  const c = useTranslations('common')
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [submitAttempted, setSubmitAttempted] = useState(false)
  const answer = useCommand(answerReview, { idempotent: true, invalidates: [readReviews] })

  function send(event: FormEvent) {
    event.preventDefault()
    setSubmitAttempted(true)
    if (text.trim() !== '') void answer.run({ params: { id: reviewId }, body: { text: text.trim() } })
  }

  if (!open) {
    return (
      <div>
        <Button size="small" onClick={() => setOpen(true)}>
          {t('answer.open')}
        </Button>
      </div>
    )
  }
  return (
    <form noValidate onSubmit={send}>
      <Stack gap={3}>
        <Field
          label={t('answer.label')}
          hint={t('answer.hint')}
          error={submitAttempted && text.trim() === '' ? t('answer.missing') : answer.problem?.messageFor('text')}
        >
          <TextArea
            autoFocus
            maxLength={reviewLimits.answer}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <ProblemBanner problem={answer.problem} />
        <Inline>
          <Button type="submit" busy={answer.busy}>
            {t('answer.send')}
          </Button>
          <Button kind="quiet" onClick={() => setOpen(false)}>
            {c('cancel')}
          </Button>
        </Inline>
      </Stack>
    </form>
  )
}
