import { approvePairing, findPairing } from '@veranda/contract/accounts/pairing/routes.ts'
import { type FoundPairing } from '@veranda/contract/accounts/pairing/schemas.ts'
import { readStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Page } from '../../../components/page/page.tsx'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { StepUpForm } from '../../../components/step-up/step-up-form.tsx'
import { useStepUp } from '../../../components/step-up/use-step-up.ts'
import { useProblemText } from '../../../components/page/use-problem-text.ts'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { parseUserAgent } from '@veranda/core/accounts/sessions/device-name.ts'
import styles from './pairing.module.css'

/**
 * Approves a device: asks for its code, shows what it is, and asks for the number that it shows, once the user has
 * confirmed that it is them.
 */
export function ApprovePairing() {
  const t = useTranslations('accounts/pairing')
  const textOf = useProblemText()
  const [params] = useSearchParams()
  const [code, setCode] = useState(params.get('code') ?? '')
  const [found, setFound] = useState<FoundPairing>()
  const [done, setDone] = useState(false)
  const find = useCommand(findPairing, { onDone: setFound })
  const approve = useCommand(approvePairing, { invalidates: [readStepUp], onDone: () => setDone(true) })
  const stepUp = useStepUp('second-factor', found !== undefined, approve.problem)
  const device = parseUserAgent(found?.userAgent ?? null)
  const isComplete = /^\d{3}\s?\d{3}$/.test(code.trim())

  async function choose(id: string, match: string) {
    const outcome = await approve.run({ params: { id }, body: { match } })
    if (!outcome.ok && outcome.problem.code === 'step-up.required') await stepUp.recheck()
  }

  function startOver() {
    setCode('')
    setFound(undefined)
    setDone(false)
    find.reset()
    approve.reset()
  }

  if (done) {
    return (
      <Card>
        <EmptyState
          level={1}
          icon="headset"
          title={t('done.title')}
          text={t('done.text')}
          actions={
            <>
              <Button href="/settings/security">{t('done.security')}</Button>
              <Button kind="quiet" onClick={startOver}>
                {t('done.another')}
              </Button>
            </>
          }
        />
      </Card>
    )
  }
  return (
    <Page title={t('enter.title')} lead={t('enter.lead')} width="narrow">
      <Card padded {...(found ? { title: t('found.title') } : {})}>
        {found ? (
          <Stack gap={5}>
            <dl className={styles.facts}>
              <dt>{t('found.device')}</dt>
              <dd>{device ? `${device.browser}, ${device.system}` : t('found.unknown')}</dd>
              <dt>{t('found.ip-address')}</dt>
              <dd>
                <bdi>{found.ipAddress}</bdi>
              </dd>
              {found.location !== null && (
                <>
                  <dt>{t('found.location')}</dt>
                  <dd>
                    <bdi>{found.location}</bdi>
                  </dd>
                </>
              )}
              <dt>{t('found.since')}</dt>
              <dd>
                <Timestamp at={found.createdAt} />
              </dd>
            </dl>
            <StepUpForm stepUp={stepUp} />
            <p id="which">{t('found.match')}</p>
            <div className={styles.choices} role="group" aria-labelledby="which">
              {found.matches.map((number) => (
                <Button
                  key={number}
                  size="large"
                  busy={approve.busy}
                  disabled={stepUp.state !== 'done'}
                  aria-label={t('found.choose', { number })}
                  onClick={() => void choose(found.id, number)}
                >
                  {number}
                </Button>
              ))}
            </div>
            <ProblemBanner problem={approve.problem?.code === 'step-up.required' ? undefined : approve.problem} />
            <Button kind="quiet" onClick={startOver}>
              {t('found.not-mine')}
            </Button>
          </Stack>
        ) : (
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              if (isComplete) void find.run({ body: { code: code.trim() } })
            }}
          >
            <Stack gap={4}>
              <Field label={t('enter.code')} error={find.problem && textOf(find.problem)}>
                <TextInput
                  size="large"
                  dir="ltr"
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={7}
                  value={code}
                  onChange={(event) => setCode(event.target.value)}
                />
              </Field>
              <Button kind="filled" type="submit" size="large" busy={find.busy} disabled={!isComplete}>
                {t('enter.next')}
              </Button>
            </Stack>
          </form>
        )}
      </Card>
    </Page>
  )
}
