import { forClientFields } from '../contract/people/client-fields.ts'
import type { FormField } from '../contract/people/forms.ts'
import { say } from '../words/say.ts'
import { type ControlProps, errorIdOf, idOf, isShort, tiesOf } from './control.ts'
import { DateInputs } from './date-inputs.tsx'
import { ListInputs } from './list-inputs.tsx'
import { TICKED } from './props.ts'

const TEXT_MAX = 200

/**
 * One field of a form: label above, control, place for its error. The script reads its rules from the data attributes.
 */
export function Field(props: ControlProps) {
  const { field, lang, fault } = props
  const missing = field.errorMessage || say(lang, 'refusals.fields.required')
  const builtIn = { email: 'email', tel: 'phone', date: 'date' }[field.type as 'email' | 'tel' | 'date'] ?? 'invalid'
  const rules = {
    'data-field': field.type,
    'data-key': field.key,
    'data-required': field.required ? '' : undefined,
    'data-missing': missing,
    'data-invalid': field.errorMessage || say(lang, `refusals.fields.${builtIn}`),
    'data-regex': field.type === 'regex' ? field.regularExpression : undefined,
  }
  const isGroup = field.type === 'date' || (field.type === 'list' && isShort(field))
  const error = (
    <p className="error" id={errorIdOf(field.key)} hidden={!fault}>
      {fault?.message}
    </p>
  )
  if (field.type === 'checkbox') {
    return (
      <div className="field" {...rules}>
        <Tick {...props} />
        {error}
      </div>
    )
  }
  if (isGroup) {
    return (
      <fieldset className="field" {...rules} aria-describedby={fault ? errorIdOf(field.key) : undefined}>
        <legend className="label">
          <LabelText {...props} />
        </legend>
        {field.type === 'date' ? <DateInputs {...props} /> : <ListInputs {...props} />}
        {error}
      </fieldset>
    )
  }
  return (
    <div className="field" {...rules}>
      <label className="label" htmlFor={idOf(field.key)}>
        <LabelText {...props} />
      </label>
      {field.type === 'list' ? <ListInputs {...props} /> : <TextInput {...props} />}
      {error}
    </div>
  )
}

function LabelText({ field, lang, shopLang }: ControlProps) {
  return (
    <>
      <span lang={shopLang}>{field.label}</span>
      {!field.required && <span className="hint">{` ${say(lang, 'pages.form.optional')}`}</span>}
    </>
  )
}

function Tick({ field, shopLang, values, fault, takesFocus, isFirstTime }: ControlProps) {
  const isTicked = isFirstTime ? field.checked : values[field.key] === TICKED
  return (
    <label className="tick">
      <input
        type="checkbox"
        id={idOf(field.key)}
        name={field.key}
        value={TICKED}
        defaultChecked={isTicked}
        required={field.required}
        autoFocus={takesFocus}
        {...tiesOf({ field, fault })}
      />
      <span lang={shopLang}>{field.label}</span>
    </label>
  )
}

function TextInput({ field, values, fault, takesFocus, hasSurname }: ControlProps) {
  return (
    <input
      className="control"
      id={idOf(field.key)}
      name={field.key}
      {...inputKind(field)}
      autoComplete={autoCompleteOf(field, hasSurname)}
      defaultValue={values[field.key]}
      required={field.required}
      maxLength={TEXT_MAX}
      autoFocus={takesFocus}
      {...tiesOf({ field, fault })}
    />
  )
}

function inputKind(field: FormField) {
  if (field.type === 'tel') return { type: 'tel', inputMode: 'tel' as const, 'data-mask': field.mask }
  if (field.type === 'email')
    return { type: 'email', inputMode: 'email' as const, autoCapitalize: 'none', spellCheck: false }
  return { type: 'text' }
}

/** What the browser may fill in, by the column of the client the field writes. */
function autoCompleteOf(field: FormField, hasSurname: boolean): string | undefined {
  if (field.type === 'tel') return 'tel'
  if (field.type === 'email') return 'email'
  const known: Readonly<Record<string, string>> = {
    ...forClientFields((_, declared) => (declared.kind === 'text' ? declared.autoComplete : 'off')),
    name: hasSurname ? 'given-name' : 'name',
    sex: 'sex',
    promo: 'off',
  }
  return known[field.variableName]
}
