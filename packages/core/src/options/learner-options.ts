import type {
  CommonOptions,
  defaultRule,
  LossId,
  LossParameters,
  ParamName,
  RuleAlias,
  RuleId,
  RuleName,
  RuleNamed,
  RuleParameters,
  singleRule,
} from '@ol/spec'

/** Parameters of other rules or losses, which are errors. */
export type AbsentParameters<Names extends string> = { readonly [name in Names]?: undefined }

/** The names of all parameters in a table: of all rules, or of all losses. */
export type ParameterNames<Table> = { [Id in keyof Table]: keyof Table[Id] }[keyof Table] & ParamName

/**
 * The update rule with its own parameters. Default `auto`, which has nothing to tune; or `nag` if an option implies
 * a single model: a parameter such as `learningRate`, a loss that `auto` does not support, or classes
 * with a one-against-all loss. For a rule that is known only at run time, see `checkOptions`.
 */
export type RuleOptions =
  | { [Rule in RuleId]: { readonly rule: Rule } & RuleParameters[Rule] }[RuleId]
  | { [Name in RuleAlias]: { readonly rule: Name } & RuleParameters[RuleNamed<Name>] }[RuleAlias]
  | { readonly rule: RuleName }
  | ({ readonly rule?: undefined } & ImpliedParameters &
      AbsentParameters<Exclude<ParameterNames<RuleParameters>, keyof ImpliedParameters>>)

/** Parameters that imply a rule: see `impliedRule`. */
export type ImpliedParameters = RuleParameters[typeof defaultRule] & RuleParameters[typeof singleRule]

/** The losses that have parameters of their own. */
export type LossWithParameters = {
  [Loss in LossId]: keyof LossParameters[Loss] extends never ? never : Loss
}[LossId]

/** The loss to minimize, with its own parameters; default `squared`, or the first that the rule accepts. */
export type LossOptions =
  | { [Loss in LossWithParameters]: { readonly loss: Loss } & LossParameters[Loss] }[LossWithParameters]
  | ({ readonly loss?: LossId | undefined } & AbsentParameters<ParameterNames<LossParameters>>)

/**
 * Options of a learner: the common ones, and the parameters of its rule and of its loss, by name and type. A learning
 * rate of 'auto' is a mixture of many: docs/auto.md.
 */
export type LearnerOptions = CommonOptions & RuleOptions & LossOptions

/** The parameters of any entry of a table, by name. */
export type AnyParameters<Table> = {
  readonly [Name in ParameterNames<Table>]?:
    | { [Id in keyof Table]: Name extends keyof Table[Id] ? Table[Id][Name] : never }[keyof Table]
    | undefined
}

/** The parameters of an entry of a table; if it may be any of them, the parameters of all. */
export type ParametersOf<Table, Id extends keyof Table> = [keyof Table] extends [Id]
  ? AnyParameters<Table>
  : Table[Id]

/**
 * The options of `LearnerOptions` for one rule and one loss. By default, for any rule and loss: one object type with
 * the parameters of all. Unlike a union over rules, it can be spread and extended without cost for the compiler. A
 * function with the rule and the loss as type parameters refuses parameters that they do not have.
 */
export type OptionsFor<Rule extends RuleName = RuleId, Loss extends LossId = LossId> = CommonOptions & {
  readonly rule?: Rule | undefined
  readonly loss?: Loss | undefined
} & ParametersOf<RuleParameters, RuleNamed<Rule>> &
  ParametersOf<LossParameters, Loss>

/**
 * Options of a program that knows rule and loss only at run time: parameters of any rule and any loss.
 * `checkOptions` converts them to `LearnerOptions`.
 */
export interface AnyLearnerOptions extends CommonOptions, ParameterOptions {
  readonly rule?: RuleName | undefined
  readonly loss?: LossId | undefined
}

/** The parameters of all rules and losses, by name; a parameter with choices has their names as values. */
export type ParameterOptions = { readonly [name in ParamName]?: number | string | undefined }
