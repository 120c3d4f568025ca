import { readProject } from '@veranda/contract/commissions/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { readReviews, writeReview } from '@veranda/contract/reviews/routes.ts'
import { reviewLimits } from '@veranda/core/reviews/review.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { RatingInput } from '@veranda/ui/rating.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { type FormEvent, useState } from 'react'
import { useCommand } from '../../lib/api/use-command.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { snackbars } from '../../components/toasts.ts'
import { ProblemBanner } from '../../components/page/problem-banner.tsx'
import styles from './reviews.module.css'

/** Renders the form for a review; neither party sees the other's before both are written. */
export function ReviewForm({ commissionId, name }: { commissionId: string; name: string }) {
  const t = useTranslations('reviews')
  const [stars, setStars] = useState<number>()
  const [text, setText] = useState('')
  const [submitAttempted, setSubmitAttempted] = useState(false)
  const write = useCommand(writeReview, {
    idempotent: true,
    invalidates: [readReviews, readProject, readDashboard],
    onDone: () => void snackbars.add({ title: t('done'), tone: 'success' }),
  })

  function send(event: FormEvent) {
    event.preventDefault()
    setSubmitAttempted(true)
    if (stars !== undefined) void write.run({ params: { id: commissionId }, body: { stars, text: text.trim() } })
  }

  return (
    <form noValidate onSubmit={send}>
      <Stack gap={4}>
        <div>
          <h3>{t('write', { name })}</h3>
          <p className={styles.quiet}>{t('blind', { name })}</p>
        </div>
        <RatingInput
          label={t('stars')}
          labelOf={(count) => t('stars.count', { count })}
          value={stars}
          onChange={setStars}
        />
        {submitAttempted && stars === undefined && <p role="alert">{t('stars.missing')}</p>}
        <Field label={t('text')} hint={t('text.hint')} error={write.problem?.messageFor('text')} optional>
          <TextArea maxLength={reviewLimits.text} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <ProblemBanner problem={write.problem} />
        <div>
          <Button kind="filled" type="submit" busy={write.busy}>
            {t('send')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
