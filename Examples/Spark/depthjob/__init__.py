"""Photos with depth at any scale: validated, measured, shown, with what is wrong kept aside.

The job in `depth_job.py` gives buckets of photos to Spark; this package is what a task does with one, and needs no Spark.
"""
