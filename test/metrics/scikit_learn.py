"""Compares the metrics of OL with scikit-learn's on the same predictions.

    python3 -m venv /tmp/sklearn && /tmp/sklearn/bin/pip install scikit-learn
    OL_METRIC_RUNS=/tmp/runs.json npx vitest run test/metrics
    /tmp/sklearn/bin/python test/metrics/scikit_learn.py /tmp/runs.json [--record]

Every figure must agree to 1e-9 (AUC from bins: to the bound that OL states; deciles from bins: to 0.002).
--record writes scikit-learn's to
scikit-learn.json, against which `npm test` holds OL.
"""
import json
import pathlib
import sys

import numpy as np
import sklearn
from scipy.special import expit
from sklearn import calibration, metrics

WARM_UP, WINDOW = 300, 500


def binary(y, w, z, probabilistic):
    t, predicted = y > 0, z > 0
    figures = {
        'auc': metrics.roc_auc_score(t, z, sample_weight=w),
        'prAuc': metrics.average_precision_score(t, z, sample_weight=w),
        'balancedAccuracy': metrics.balanced_accuracy_score(t, predicted, sample_weight=w),
        'mcc': metrics.matthews_corrcoef(t, predicted, sample_weight=w),
        'accuracy': metrics.accuracy_score(t, predicted, sample_weight=w),
        'precision': metrics.precision_score(t, predicted, sample_weight=w),
        'recall': metrics.recall_score(t, predicted, sample_weight=w),
        'f1': metrics.f1_score(t, predicted, sample_weight=w),
        'confusion': metrics.confusion_matrix(t, predicted, sample_weight=w).tolist(),
    }
    if probabilistic:
        p = expit(z)
        rate, mean = calibration.calibration_curve(np.repeat(t, w), np.repeat(p, w), n_bins=10)
        quantiles = calibration.calibration_curve(np.repeat(t, w), np.repeat(p, w), n_bins=10, strategy='quantile')
        figures |= {
            'logLoss': metrics.log_loss(t, p, sample_weight=w),
            'brierScore': metrics.brier_score_loss(t, p, sample_weight=w),
            'calibration': [rate.tolist(), mean.tolist()],
            'deciles': [part.tolist() for part in quantiles],
        }
    return figures


def roc_is_on_curve(y, w, z, points, tolerance):
    """Every point of OL lies on the curve of scikit-learn at its score."""
    fpr, tpr, thresholds = metrics.roc_curve(y > 0, z, sample_weight=w, drop_intermediate=False)
    for point in points[1:]:
        at = np.flatnonzero(thresholds >= point['score'])[-1]
        assert abs(fpr[at] - point['falsePositiveRate']) <= tolerance, point
        assert abs(tpr[at] - point['truePositiveRate']) <= tolerance, point


def multiclass(y, w, z):
    z = z.reshape(len(y), -1)
    p = expit(z)
    p /= p.sum(axis=1, keepdims=True)
    classes = np.arange(1, z.shape[1] + 1)
    predicted = classes[z.argmax(axis=1)]
    precision, recall, f1, support = metrics.precision_recall_fscore_support(
        y, predicted, labels=classes, sample_weight=w, zero_division=np.nan)
    return {
        'logLoss': metrics.log_loss(y, p, sample_weight=w, labels=classes),
        'accuracy': metrics.accuracy_score(y, predicted, sample_weight=w),
        'balancedAccuracy': metrics.balanced_accuracy_score(y, predicted, sample_weight=w),
        'mcc': metrics.matthews_corrcoef(y, predicted, sample_weight=w),
        'macroF1': metrics.f1_score(y, predicted, average='macro', sample_weight=w),
        # of equal scores the lower class's is larger
        'topK': [metrics.top_k_accuracy_score(y, z - 1e-13 * classes, k=k, sample_weight=w, labels=classes)
                 for k in (2, 3, 5) if k < len(classes)],
        'confusion': metrics.confusion_matrix(y, predicted, labels=classes, sample_weight=w).tolist(),
        'classes': [[float(s), float(a), float(b), float(f)]
                    for s, a, b, f in zip(support, precision, recall, f1)],
    }


def regression(y, w, z, loss):
    prediction = np.exp(np.clip(z, -50, 50)) if loss == 'poisson' else z
    quantile = {'pinballLoss': metrics.mean_pinball_loss(y, z, sample_weight=w, alpha=0.8)} if loss == 'quantile' else {}
    # scikit-learn divides by a tiny number where a label is 0; OL has no figure there
    relative = np.nan if (y == 0).any() else metrics.mean_absolute_percentage_error(y, prediction, sample_weight=w)
    return quantile | {
        'mape': relative,
        'rmse': float(np.sqrt(metrics.mean_squared_error(y, prediction, sample_weight=w))),
        'mae': metrics.mean_absolute_error(y, prediction, sample_weight=w),
        'r2': metrics.r2_score(y, prediction, sample_weight=w),
    }


def own(figures):
    """The metrics of OL in the form of those above."""
    out = dict(figures)
    for name in ('calibration', 'deciles'):
        bins = [b for b in out.get(name) or [] if b['weight'] > 0]
        out[name] = [[b['positiveRate'] for b in bins], [b['meanProbability'] for b in bins]]
    if 'topK' in out:
        out['topK'] = [top['accuracy'] for top in out['topK']]
        out['classes'] = [[c['support'], c['precision'], c['recall'], c['f1']] for c in out['classes']]
    return out


def largest_difference(expected, actual):
    if isinstance(expected, list):
        assert len(expected) == len(actual)
        return max((largest_difference(a, b) for a, b in zip(expected, actual)), default=0)
    if actual is None:  # NaN in JSON
        return 0 if np.isnan(expected) else np.inf
    return abs(expected - actual) / max(1, abs(expected))


def main():
    runs = json.loads(pathlib.Path(sys.argv[1]).read_text())
    recorded, worst = {}, 0
    for run in runs:
        y, w = np.array(run['labels']), np.array(run['weights'], dtype=int)
        z = np.array(run['scores']).reshape(len(y), -1)
        evaluation = run['evaluation']
        recorded[run['name']] = {}
        for part, rows in [('overall', slice(None)), ('sinceWarmUp', slice(WARM_UP, None)), ('recent', slice(-WINDOW, None))]:
            ol = evaluation[part]
            args = y[rows], w[rows], z[rows].ravel()
            if evaluation['task'] == 'binary':
                figures = binary(*args, 'logLoss' in ol)
                roc_is_on_curve(*args, ol['roc'], 1e-9)
            elif evaluation['task'] == 'multiclass':
                figures = multiclass(*args)
            else:
                figures = regression(*args, run['loss'])
            recorded[run['name']][part] = figures
            values = own(ol)
            for name, expected in figures.items():
                difference = largest_difference(expected, values[name])
                bound = 1e-9
                if values.get('aucError', 0) > 0:
                    bounds = {'auc': values['aucError'], 'prAuc': values['prAucError'], 'deciles': 2e-3}
                    bound = bounds.get(name, bound)
                if bound == 1e-9:
                    worst = max(worst, difference)
                print(f"{run['name']:11} {part:12} {name:11} {difference:.1e}{'' if bound == 1e-9 else f' (bound {bound:.1e})'}")
                assert difference <= bound, (run['name'], part, name, expected, values[name])
    print(f'scikit-learn {sklearn.__version__}: the largest difference is {worst:.1e}')
    if '--record' in sys.argv:
        file = pathlib.Path(__file__).with_name('scikit-learn.json')
        text = json.dumps({'version': sklearn.__version__, 'figures': recorded}, indent=1)
        # NaN is null in JSON
        file.write_text(text.replace('NaN', 'null') + '\n')


main()
