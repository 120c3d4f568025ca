import { linkIdentity, listIdentities, unlinkIdentity } from '@veranda/contract/accounts/social/routes.ts'
import { type Identity } from '@veranda/contract/accounts/social/schemas.ts'
import { socialProviderNames, socialProviders } from '@veranda/core/accounts/social/social-provider.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { StepUpForm } from '../../../components/step-up/step-up-form.tsx'
import { useStepUp } from '../../../components/step-up/use-step-up.ts'
import { snackbars } from '../../../components/toasts.ts'
import { SocialProblemBanner } from './social-problem-banner.tsx'
import styles from '../settings/settings.module.css'

/** Lists what the user can sign in with, and links and unlinks providers. */
export function SignInMethods() {
  const t = useTranslations('accounts/social')
  const s = useTranslations('accounts/settings')
  const read = useRead(listIdentities, {}, { staleTimeMs: 0 })
  const [changing, setChanging] = useState<Identity>()
  const format = useFormat()
  return (
    <>
      <p className={styles.intro}>{t('methods.text')}</p>
      <Outcome />
      <QueryBoundary
        query={read}
        skeleton={<SkeletonRows count={3} label={s('methods.loading')} />}
        errorTitle={t('methods.failed')}
      >
        {({ items, hasPassword }) => (
          <Rows label={s('ways')}>
            <Row
              title={t('methods.password')}
              detail={hasPassword ? t('methods.password.set') : t('methods.password.none')}
            />
            {items.map((identity) => (
              <Row
                key={identity.provider}
                title={socialProviderNames[identity.provider]}
                detail={
                  identity.linkedAt === null
                    ? t('methods.not-linked')
                    : identity.actions.includes('unlink')
                      ? t('methods.linked', { date: format.date(identity.linkedAt) })
                      : t('methods.last')
                }
                end={
                  identity.actions.length > 0 && (
                    <ChangeButton identity={identity} onPress={() => setChanging(identity)} />
                  )
                }
              />
            ))}
          </Rows>
        )}
      </QueryBoundary>
      <ChangeDialog identity={changing} onClose={() => setChanging(undefined)} />
    </>
  )
}

function ChangeButton({ identity: { provider, actions }, onPress }: { identity: Identity; onPress: () => void }) {
  const t = useTranslations('accounts/social')
  const change = actions.includes('link') ? 'link' : 'unlink'
  return (
    <Button
      size="small"
      aria-label={t(`methods.${change}.label`, { provider: socialProviderNames[provider] })}
      onClick={onPress}
    >
      {t(`methods.${change}`)}
    </Button>
  )
}

type ChangeDialogProps = { identity: Identity | undefined; onClose: () => void }

/** Asks for a step-up, and then goes to the provider to link it, or unlinks it. */
function ChangeDialog({ identity, onClose }: ChangeDialogProps) {
  const t = useTranslations('accounts/social')
  const c = useTranslations('common')
  const link = useCommand(linkIdentity)
  const unlink = useCommand(unlinkIdentity, { invalidates: [listIdentities] })
  const change = identity === undefined || identity.actions.includes('link') ? 'link' : 'unlink'
  const command = change === 'link' ? link : unlink
  const stepUp = useStepUp('always', identity !== undefined, command.problem)
  const provider = identity === undefined ? '' : socialProviderNames[identity.provider]

  async function run() {
    if (identity === undefined) return
    const args = { params: { provider: identity.provider } }
    const outcome = change === 'link' ? await link.run(args) : await unlink.run(args)
    if (!outcome.ok) {
      if (outcome.problem.code === 'step-up.required') await stepUp.recheck()
      return
    }
    if ('url' in outcome.reply) return window.location.assign(outcome.reply.url)
    snackbars.add({ title: t('methods.done.unlinked', { provider }), tone: 'success' })
    onClose()
  }

  return (
    <Dialog
      open={identity !== undefined}
      onClose={onClose}
      title={t(`methods.${change}.title`, { provider })}
      text={t(`methods.${change}.text`, { provider })}
      actions={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button
            kind={change === 'link' ? 'filled' : 'danger'}
            busy={command.busy}
            disabled={stepUp.state !== 'done'}
            onClick={() => void run()}
          >
            {change === 'link' ? t('methods.link.do', { provider }) : t('methods.unlink')}
          </Button>
        </>
      }
    >
      <StepUpForm stepUp={stepUp} />
      <ProblemBanner problem={command.problem?.code === 'step-up.required' ? undefined : command.problem} />
    </Dialog>
  )
}

/** Says how a way to a provider ended that began here. */
function Outcome() {
  const t = useTranslations('accounts/social')
  const [search] = useSearchParams()
  const linked = socialProviders.find((provider) => provider === search.get('linked'))
  const confirmed = socialProviders.find((provider) => provider === search.get('confirmed'))
  if ((linked ?? confirmed) === undefined && search.get('problem') === null) return null
  return (
    <div className={styles.outcome}>
      <SocialProblemBanner code={search.get('problem')} />
      {confirmed !== undefined && (
        <Banner tone="success" announce>
          {t('methods.done.confirmed', { provider: socialProviderNames[confirmed] })}
        </Banner>
      )}
      {linked !== undefined && (
        <Banner tone="success" announce>
          {t('methods.done.linked', { provider: socialProviderNames[linked] })}
        </Banner>
      )}
    </div>
  )
}
