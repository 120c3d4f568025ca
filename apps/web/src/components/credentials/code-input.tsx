import { TextInput } from '@veranda/ui/text-input.tsx'

type CodeInputProps = {
  /** Six digits of an app or a mail, or the letters of a recovery code. */
  kind: 'digits' | 'letters'
  size?: 'medium' | 'large'
  value: string
  onChange: (value: string) => void
}

/** Edits a code that is used once. */
export function CodeInput({ kind, size = 'medium', value, onChange }: CodeInputProps) {
  return (
    <TextInput
      size={size}
      dir="ltr"
      // Browsers offer a code that a message brought, and no recovery code.
      autoComplete={kind === 'digits' ? 'one-time-code' : 'off'}
      inputMode={kind === 'digits' ? 'numeric' : 'text'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={kind === 'digits' ? 8 : 20}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
