# %% Learn from text on storage that all executors see, in eight shards
import ol_spark
from pyspark.sql import SparkSession
from pyspark.sql.functions import struct

spark = SparkSession.builder.getOrCreate()
options = ["--loss", "logistic", "--rule", "nag", "--learning-rate", "auto"]
done = ol_spark.train(spark, "/shared/train.csv", 8, "/shared/model.ol", options=options, merge_holdout="1/100")
print(f"{done['moved']} bytes shuffled, a model of {done['model']} bytes")

# %% A data frame: its rows are hashed into Parquet files, one for each shard
frame = spark.read.csv("/shared/train.csv", header=True, inferSchema=True)
ol_spark.save_shards(frame, 8, "/shared/shards")
ol_spark.train(spark, "/shared/shards", 8, "/shared/other.ol", options=[*options, "--label", "label"])

# %% Predict
rows = spark.read.csv("/shared/test.csv", header=True, inferSchema=True)
rows.withColumn("score", ol_spark.predict("/shared/model.ol")(struct(*rows.columns))).show()
