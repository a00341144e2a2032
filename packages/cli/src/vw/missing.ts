import { flagsOf, type VwFlag } from './vw-flag.js'

const audit = '`ol-cli inspect MODEL` shows the weights with their names'
const costs = 'OL learns from labels, not from the costs of actions'
const other = 'OL reduces several classes to linear models only by one against all (`--oaa`)'
const models = 'OL learns linear models'
const server = 'OL has no cluster; `ol-cli serve MODEL --lines-port PORT` is the daemon'

/** The flags that OL has nothing for, by reason. */
export const missing: Readonly<Record<string, VwFlag>> = {
  ...flagsOf('help version', {
    missing: 'it describes Vowpal Wabbit: run `ol-cli vw` without arguments for help',
  }),
  ...flagsOf('feature_limit*', {
    missing:
      'it keeps the features with the smallest hashes; `--feature-limits` of OL keeps the first features of a line',
  }),
  ...flagsOf('sort_features', {
    missing: 'it drops a feature that occurs twice in an example; OL learns from both',
  }),
  ...flagsOf('raw_predictions=', {
    missing: 'a run writes one file of predictions; without a link, the predictions of OL are scores (`-p`)',
  }),
  ...flagsOf('audit hexfloat_weights audit_regressor=', { missing: audit }),
  ...flagsOf(
    'dump_json_weights_experimental= dump_json_weights_include_feature_names_experimental ' +
      'dump_json_weights_include_extra_online_state_experimental',
    { missing: `${audit}, as JSON with --json` },
  ),
  ...flagsOf(
    'output_feature_regularizer_binary= output_feature_regularizer_text= input_feature_regularizer=',
    {
      missing: 'OL has no regularizer for single features',
    },
  ),
  ...flagsOf('ignore_linear* ignore_features_dsjson_experimental*', {
    missing: 'OL ignores a namespace completely (`--ignore`), also in interactions',
  }),
  ...flagsOf('affix= spelling* dictionary* dictionary_path*', {
    missing:
      'OL makes no features from the letters of names and reads no dictionaries: add the features to the data',
  }),
  ...flagsOf('experimental_full_name_interactions* leave_duplicate_interactions', {
    missing: 'OL identifies a namespace by its first character, and makes each combination once',
  }),
  ...flagsOf('dsjson chain_hash flatbuffer', {
    missing: 'OL reads the JSON of Vowpal Wabbit (`--json`), but no decisions, chained hashes or flatbuffers',
  }),
  ...flagsOf('csv csv_separator= csv_no_file_header csv_header= csv_ns_value=', {
    missing: 'OL reads CSV by its own rules: `ol-cli train FILE.csv --label COLUMN --rule vw`',
  }),
  ...flagsOf('daemon foreground port= num_children= pid_file= port_file=', { missing: server }),
  ...flagsOf('span_server= unique_id= total= node= span_server_port= sendto=', { missing: server }),
  ...flagsOf('initial_pass_length= stage_size=', { missing: 'a pass of OL reads the complete input' }),
  ...flagsOf('feature_mask= adax sparse_l2= l1_state= l2_state=', {
    missing: 'the rule `vw` has only the other parameters of gd',
  }),
  ...flagsOf('random_weights normal_weights truncated_normal_weights', {
    missing: 'weights of OL start at 0',
  }),
  ...flagsOf('scores indexing= oaa_subsample=', {
    missing: 'models of OL with classes, which are numbered from 1, predict the class',
  }),
  ...flagsOf('bootstrap= bs_type=', {
    missing:
      '`ol-cli train --bootstrap N` gives an interval of the loss and a spread, from other resampled streams',
  }),
  ...flagsOf('confidence confidence_after_training extra_metrics= dont_output_best_constant', {
    missing: 'OL reports other figures: see docs/cli.md',
  }),
  ...flagsOf('noop print', {
    missing: 'OL always learns: `ol-cli stats` reads without learning, `ol-cli convert` writes',
  }),
  ...flagsOf(
    'conjugate_gradient replay_b= replay_b_count= replay_c= replay_c_count= replay_m= replay_m_count= pistol freegrad restart ' +
      'project fepsilon= flipschitz_const= bfgs hessian_on mem= termination= OjaNewton sketch_size= epoch_size= alpha_inverse= ' +
      'learning_rate_cnt= normalize= random_init= svrg',
    { missing: 'OL has other rules: see docs/rules.md' },
  ),
  ...flagsOf(
    'active simulation direct mellowness= active_cover alpha= beta_scale= cover= oracular cs_active= domination= range_c= ' +
      'max_labels= min_labels= cost_max= cost_min= csa_debug',
    { missing: 'OL has no active learning' },
  ),
  ...flagsOf(
    'autolink= boosting= gamma= alg= rank= interact= ksvm reprocess= pool_greedy para_active pool_size= subsample= kernel= ' +
      'degree= lda= lda_alpha= lda_rho= lda_D= lda_epsilon= minibatch= metrics lrqfa= lrq* lrqdropout marginal= ' +
      'initial_denominator= initial_numerator= compete update_before_learn unweighted_marginals decay= new_mf= nn= inpass ' +
      'multitask dropout meanfield stage_poly sched_exponent= batch_sz= batch_sz_no_doubling',
    { missing: models },
  ),
  ...flagsOf(
    'csoaa= cs_absolute_loss csoaa_ldf= ldf_override= csoaa_rank wap_ldf= emt emt_tree= emt_leaf= emt_scorer= emt_initial= ' +
      'emt_router= ect= error= log_multi= no_progress swap_resistance= memory_tree= max_number_of_labels= ' +
      'leaf_example_multiplier= dream_repeats= top_K= learn_at_leaf oas dream_at_update= online multilabel_oaa= plt= ' +
      'kary_tree= threshold= top_k= plt_force_load_legacy_model recall_tree= max_candidates= bern_hyper= max_depth= ' +
      'node_only randomized_routing top=',
    { missing: other },
  ),
  ...flagsOf(
    'search= search_task= search_metatask= search_interpolation= search_rollout= search_rollin= search_passes_per_policy= ' +
      'search_beta= search_alpha= search_total_nb_policies= search_trained_nb_policies= search_allowed_transitions= ' +
      'search_subsample_time= search_neighbor_features= search_rollout_num_steps= search_history_length= search_no_caching ' +
      'search_xv search_perturb_oracle= search_linear_ordering search_active_verify= search_save_every_k_runs=',
    { missing: 'OL has no structured prediction' },
  ),
  ...flagsOf(
    'automl= default_lease= priority_type= priority_challengers= verbose_metrics csv_trace interaction_type= oracle_type= ' +
      'debug_reversed_learn automl_significance_level= fixed_significance_level reward_as_cost tol_x= opt_func= baseline ' +
      'lr_multiplier= global_only check_enabled baseline_challenger_cb cb_c_alpha= cb_c_tau= cats_tree= tree_bandwidth= cb_dro ' +
      'cb_dro_alpha= cb_dro_tau= cb_dro_wmax= cb_sample cbify= cbify_cs cbify_reg cats= cb_discrete min_value= max_value= ' +
      'loss_option= loss_report= loss_01_ratio= loss0= loss1= flip_loss_sign ccb_explore_adf all_slots_loss no_predict ' +
      'ccb_no_slot_index cb_type= cb_explore= first= epsilon= bag= nounif psi= cb_explore_adf regcb regcbopt cb_min_cost= ' +
      'cb_max_cost= first_only squarecb gamma_scale= gamma_exponent= elim greedify rnd= rnd_alpha= rnd_invlambda= softmax ' +
      'lambda= synthcover synthcoverpsi= synthcoversize= cb= eval cb_force_legacy cb_adf rank_all clip_p= per_model_save_load ' +
      'cb_to_cbadf= cbzo policy= radius= cats_pdf= bandwidth= get_pmf sample_pdf cb_explore_pdf pmf_to_pdf= epsilon_decay ' +
      'model_count= min_scope= epsilon_decay_significance_level= epsilon_decay_audit= constant_epsilon ' +
      'bonferroni_denominator= min_champ_examples= initial_epsilon= shift_model_bounds= challenger_epsilon graph_feedback ' +
      'large_action_space max_actions= spanner_c= thread_pool_size= block_size= las_hint_explicit_simd two_pass_svd ' +
      'action_cache_slack= explore_eval multiplier= target_rate= experimental_igl cbify_ldf multiworld_test= learn= ' +
      'exclude_eval ot= slates warm_cb= warm_cb_cs warm_start= interaction= warm_start_update interaction_update ' +
      'corrupt_type_warm_start= corrupt_prob_warm_start= choices_lambda= lambda_scheme= overwrite_label= sim_bandit',
    { missing: costs },
  ),
}
