import { IconButton } from '@veranda/ui/icon-button.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useState } from 'react'
import { useWords } from '../lib/words.ts'

type PasswordInputProps = {
  autoComplete: 'current-password' | 'new-password'
  value: string
  onChange: (value: string) => void
}

/** A password that can be looked at while it is typed. */
export function PasswordInput({ autoComplete, value, onChange }: PasswordInputProps) {
  const t = useWords('auth')
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      type={shown ? 'text' : 'password'}
      name="password"
      size="large"
      dir="ltr"
      autoComplete={autoComplete}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
      after={
        <IconButton
          size="small"
          icon={shown ? 'eye-off' : 'eye'}
          label={shown ? t('password.hide') : t('password.show')}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
