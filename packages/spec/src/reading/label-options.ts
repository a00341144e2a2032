/** Options about what labels mean. */
export const labelOptions = {
  positive: {
    kind: 'value',
    description: 'the label that means +1; every other means -1',
    otherwise: 'none',
    part: 'model',
    override: { rule: 'allowed', why: 'another file may write its labels differently' },
    flag: { metavar: 'label' },
    examples: ['1', '2'],
  },
  labels: {
    kind: 'choice',
    description:
      "the labels that the loss accepts: 'real': any number; 'sign': -1 and +1; 'count': numbers from 0; 'class': classes; 'any': classes if the first labels are strings, else any number",
    choices: ['real', 'sign', 'count', 'class', 'any'],
    default: 'real',
    part: 'model',
    override: { rule: 'refused', why: 'the loss of the model decides' },
    examples: ['real', 'count'],
  },
  task: {
    kind: 'choice',
    description:
      "the task: 'auto' infers it from the labels of the first 1 MiB; 'binary' (two values), 'multiclass' and 'regression' set it. It replaces `labels`, and `classes` unless they are given. A later label that contradicts the task is an error (OL_LABEL). Without a task, `labels` applies",
    choices: ['auto', 'binary', 'multiclass', 'regression'],
    otherwise: 'none',
    part: 'model',
    override: { rule: 'refused', why: 'the model has its task' },
    examples: ['auto', 'regression'],
  },
  classes: {
    kind: 'classes',
    description:
      "with labels 'class': the names of the classes, or their number K. With K, labels are the integers from 1 to K if the first labels are such integers. Otherwise labels are names, numbered in the order in which they occur; if all labels of the first 1 MiB are numbers, these are numbered in ascending order",
    otherwise: 'none',
    part: 'model',
    override: { rule: 'refused', why: 'the model has its classes' },
    examples: [6, ['1', '2', '3', '4', '0', '5', '6', '7', '8', '9']],
  },
} as const
