import { fileTicket, listTickets } from '@veranda/contract/support/routes.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { useCommand } from '../../lib/api/use-command.ts'
import { useSession } from '../../lib/session/session.ts'
import { SentenceGap } from '../../components/sentence-gap.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { ProblemBanner } from '../../components/page/problem-banner.tsx'

/** Files a support ticket, also for visitors who are signed out. */
export function SupportForm() {
  const t = useTranslations('support')
  const { user, status } = useSession()
  const [email, setEmail] = useState(user?.email ?? '')
  const [message, setMessage] = useState('')
  const file = useCommand(fileTicket, { idempotent: true })

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const outcome = await file.run({ body: { email, message } })
    if (outcome.ok) {
      setMessage('')
      // Signed-out pages have no query cache.
      if (status === 'in') void import('../../lib/api/query.ts').then((module) => module.invalidateReads(listTickets))
    }
  }

  if (file.reply !== undefined) {
    return (
      <Stack>
        <Banner tone="success" announce>
          {t('thanks')}
          <SentenceGap />
          {t('number', { number: file.reply.number })}
        </Banner>
        <div>
          <Button onClick={file.reset}>{t('again')}</Button>
        </div>
      </Stack>
    )
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <ProblemBanner problem={file.problem} />
        <Field label={t('email')} error={file.problem?.messageFor('email')}>
          <TextInput
            type="email"
            name="email"
            autoComplete="email"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field label={t('message')} hint={t('message.hint')} error={file.problem?.messageFor('message')}>
          <TextArea
            name="message"
            required
            rows={6}
            maxLength={8000}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        </Field>
        <div>
          <Button kind="filled" type="submit" icon="send" busy={file.busy}>
            {t('submit')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
